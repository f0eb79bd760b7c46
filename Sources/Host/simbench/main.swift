import SimCommands
import SimHarness

Simbench.main()
