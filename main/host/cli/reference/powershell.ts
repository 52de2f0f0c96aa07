// Completion for PowerShell, from version 5.1 on, which comes with Windows.
import { kinds } from './kinds.ts'
import type { Node } from './syntax.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export function powershellCompletion(nodes: readonly Node[]): string {
  const table = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([key, value]) => `    ${quoted(key)} = ${value}`).join('\n')
  return `# Completion of gatehouse for PowerShell. Load it in $PROFILE with:
#   gatehouse completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName gatehouse -ScriptBlock {
  param($current, $line, $cursor)
  $kinds = @{
${table(kinds(nodes).map(([key, kind]) => [key, quoted(kind)]))}
  }
  $next = @{
${table(nodes.map(({ path, next }) => [path, `@(${next.map(({ word, summary }) => quoted(`${word}|${summary}`)).join(', ')})`]))}
  }
  $options = @{
${table(nodes.map(({ path, options }) => [path, `@(${options.flatMap(({ flags }) => flags.map(quoted)).join(', ')})`]))}
  }
  $kindOf = {
    param($path, $key)
    if ($key -ceq '--config') { 'files' } else { $kinds["$path $key"] }
  }
  $offer = {
    param($word, $summary)
    if ($word -like "$current*") {
      if (-not $summary) { $summary = $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $summary)
    }
  }
  $values = {
    param($kind)
    $parts = @($kind -split ' ')
    if ($parts[0] -like 'words*') { $parts | Select-Object -Skip 1 | ForEach-Object { & $offer $_ $_ } }
    if ($parts[0] -eq 'files' -or $parts[0] -eq 'words+') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($current)
    }
  }
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $path = ''
  $operands = 0
  for ($at = 0; $at -lt $words.Count; $at++) {
    $word = $words[$at]
    if ($word -like '-*') {
      $kind = & $kindOf $path $word
      if ($kind) {
        if ($at -eq $words.Count - 1) { return & $values $kind }
        $at++
      }
    } elseif ($word -eq 'help' -and $path -eq '') {
      continue
    } else {
      $longer = "$path $word".Trim()
      if ($operands -eq 0 -and $options.ContainsKey($longer)) { $path = $longer } else { $operands++ }
    }
  }
  if ($current -like '-*') { return $options[$path] | ForEach-Object { & $offer $_ $_ } }
  if ($operands -eq 0) {
    foreach ($one in $next[$path]) {
      $word, $summary = $one -split '\\|', 2
      & $offer $word $summary
    }
  }
  $kind = & $kindOf $path "#$operands"
  if ($kind) { & $values $kind }
}
`
}
