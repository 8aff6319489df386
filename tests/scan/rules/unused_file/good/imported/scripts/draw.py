import shapes

shapes.table()
