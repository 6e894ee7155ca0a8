import PlayerProgram

PlayerProgram.run()
