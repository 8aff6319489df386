echo on its way
