import SimbenchCommands

Simbench.main()
