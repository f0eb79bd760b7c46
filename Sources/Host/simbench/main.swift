import SimCommands

Simbench.main()
