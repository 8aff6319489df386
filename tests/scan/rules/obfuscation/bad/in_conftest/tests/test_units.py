def test_metres():
    assert 1 == 1
