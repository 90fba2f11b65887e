# A worker of Fiducial as a service of Windows, by NSSM (https://nssm.cc), in a PowerShell of an administrator:
#   .\install-fiducial-bench.ps1 -Name bench-1 -Flows C:\fiducial\flows\morning.py -Url https://fiducial.example
param(
    [Parameter(Mandatory)] [string] $Name,
    [Parameter(Mandatory)] [string] $Flows,
    [Parameter(Mandatory)] [string] $Url,
    [string] $Root = "C:\fiducial"
)
$ErrorActionPreference = "Stop"
$service = "fiducial-$Name"
$token = Read-Host -AsSecureString "API token of an editor"
$plain = [Runtime.InteropServices.Marshal]::PtrToStringAuto([Runtime.InteropServices.Marshal]::SecureStringToBSTR($token))
New-Item -ItemType Directory -Force "$Root\logs", "$Root\state\$Name" | Out-Null

nssm install $service "$Root\venv\Scripts\fiducial-lab.exe" worker $Flows --name $Name
nssm set $service AppDirectory (Split-Path $Flows)
nssm set $service AppEnvironmentExtra "FIDUCIAL_URL=$Url" "FIDUCIAL_TOKEN=$plain" "FIDUCIAL_LAB_HOME=$Root\state\$Name"
nssm set $service AppStderr "$Root\logs\$Name.log"
nssm set $service AppRotateFiles 1
nssm set $service AppRotateBytes 10485760
nssm set $service AppExit Default Restart
nssm set $service AppRestartDelay 5000
# Ctrl-C first: the worker stops the bench and tells the service.
nssm set $service AppStopMethodConsole 30000
nssm start $service
