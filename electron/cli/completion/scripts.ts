/** The shells that `recollect completion` knows. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Returns the script that completes `recollect` in a shell. It asks `recollect` itself for the candidates, so that it
 * stays the same after an update.
 * @param command the words that start this program, if `recollect` is not on the path
 */
export function completionScript(shell: Shell, command: readonly string[]): string {
  switch (shell) {
    case "bash":
      return bash(command.map(quoted).join(" "));
    case "zsh":
      return zsh(command.map(quoted).join(" "));
    case "fish":
      return fish(command.map(fishQuoted).join(" "));
    case "powershell":
      return powershell(command.map(powershellQuoted).join(" "));
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
const fishQuoted = (word: string) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const powershellQuoted = (word: string) => `'${word.replaceAll("'", "''")}'`;

const bash = (command: string) => `# Completion of recollect for bash.
_recollect_run() {
  if type -P recollect >/dev/null; then command recollect "$@"; else ${command} "$@"; fi
}
_recollect() {
  local line value
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    if [ "$value" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    else
      COMPREPLY+=("$(printf '%q' "$value")")
    fi
  done < <(_recollect_run completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _recollect recollect
`;

const zsh = (command: string) => `#compdef recollect
# Completion of recollect for zsh.
_recollect_run() {
  if (( $+commands[recollect] )); then command recollect "$@"; else ${command} "$@"; fi
}
_recollect() {
  local line value
  local -a values descriptions
  for line in "\${(@f)$(_recollect_run completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    if [[ "$value" == ":files" ]]; then _files; continue; fi
    values+=("$value")
    if [[ "$line" == *$'\\t'?* ]]; then
      descriptions+=("$value  \${line#*$'\\t'}")
    else
      descriptions+=("$value")
    fi
  done
  (( $#values )) && compadd -V recollect -l -d descriptions -a values
}
if [[ "$funcstack[1]" == "_recollect" ]]; then
  _recollect "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _recollect recollect
fi
`;

const fish = (command: string) => `# Completion of recollect for fish.
function _recollect_run
  if type --query --force-path recollect
    command recollect $argv
  else
    ${command} $argv
  end
end
function _recollect_complete
  set --local words (commandline --tokenize --cut-at-cursor --current-process)[2..-1]
  set --local current (commandline --current-token --cut-at-cursor)
  for line in (_recollect_run completion words -- $words "$current" 2>/dev/null)
    if string match --quiet ":files*" -- $line
      __fish_complete_path "$current"
    else
      echo $line
    end
  end
end
complete --command recollect --no-files --arguments "(_recollect_complete)"
`;

const powershell = (command: string) => `# Completion of recollect for PowerShell.
Register-ArgumentCompleter -Native -CommandName recollect -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" } | Select-Object -Skip 1)
  $words += "$wordToComplete"
  $lines = if (Get-Command recollect -CommandType Application -ErrorAction Ignore) {
    & (Get-Command recollect -CommandType Application)[0] completion words '--' @words 2>$null
  } else {
    & ${command} completion words '--' @words 2>$null
  }
  foreach ($line in $lines) {
    $value, $description = "$line" -split "\`t", 2
    if ($value -eq ':files' -or $value -eq '') { continue }
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
`;
