import SimbenchTool

Simbench.main()
