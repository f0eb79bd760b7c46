print("simbench")
