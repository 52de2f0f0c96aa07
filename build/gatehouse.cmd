@echo off
rem The gatehouse command of the installed app.
"%~dp0node.exe" "%~dp0..\main\host\launch\gatehouse.cjs" %*
