from playwright.sync_api import sync_playwright

with sync_playwright() as p:
    page = p.chromium.launch().new_page()
    page.goto('https://example.com')
    page.screenshot(path='page.png')
