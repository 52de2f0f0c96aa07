; Puts the command line on the PATH of the person who installs, and takes it off again. PowerShell
; does it, because NSIS cuts a long PATH. Data stays: the person is told where it is.

!macro customInstall
  nsExec::ExecToLog `powershell.exe -NoProfile -NonInteractive -Command "$$folder = '$INSTDIR\resources\cli\bin'; $$path = [Environment]::GetEnvironmentVariable('Path', 'User'); if (($$path -split ';') -notcontains $$folder) { [Environment]::SetEnvironmentVariable('Path', (@($$path -split ';') + $$folder -ne '' -join ';'), 'User') }"`
  Pop $0
!macroend

!macro customUnInstall
  nsExec::ExecToLog `powershell.exe -NoProfile -NonInteractive -Command "$$folder = '$INSTDIR\resources\cli\bin'; $$path = [Environment]::GetEnvironmentVariable('Path', 'User'); [Environment]::SetEnvironmentVariable('Path', (@($$path -split ';') -ne $$folder -join ';'), 'User')"`
  Pop $0
  ${ifNot} ${isUpdated}
    MessageBox MB_OK|MB_ICONINFORMATION "Your data stays: the journal and the database in $LOCALAPPDATA\Gatehouse, the configuration in $APPDATA\Gatehouse. Delete these folders to remove them too." /SD IDOK
  ${endIf}
!macroend
