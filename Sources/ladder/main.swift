print("ladder")
