import type { CommandWords, WordTree } from './word-tree.ts'

/** For bash 3.2 and later. Falls back to file names. */
export const bashScript = (tree: WordTree): string => `# bash completion for silla
_silla() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" typed="" offered="" place
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((place = 1; place < COMP_CWORD; place++)); do typed+="\${typed:+ }\${COMP_WORDS[place]}"; done
  _silla_words "\${COMP_WORDS[0]}"
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
${shared(tree)}
complete -o default -F _silla silla
`

/** Falls back to file names. */
export const zshScript = (tree: WordTree): string => `#compdef silla
_silla() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}" typed="\${(j: :)words[2,CURRENT-1]}" offered=""
  if [[ $current == --*=* ]]; then previous="\${current%%=*}"; typed+=" $previous"; current="\${current#*=}"; compset -P '*='; fi
  _silla_words "\${words[1]}"
  local -a known
  known=(\${=offered})
  if (( \${#known} )); then compadd -a known; else _files; fi
}
${shared(tree)}
if [ "$funcstack[1]" = "_silla" ]; then _silla "$@"; else compdef _silla silla; fi
`

/**
 * The function that finds the possible words for the typed words, the previous word and the current
 * word: the same in both shells.
 */
const shared = ({ names, commands }: WordTree): string => `_silla_words() {
  if [ "$typed" = "help" ]; then typed=""; else typed="\${typed#help }"; fi
  case "$typed  $previous" in
${commands.flatMap(valueCases).join('\n')}
    *) case "$typed" in
${[...names].map(([before, words]) => `      "${before}") offered="${words.join(' ')}" ;;`).join('\n')}
${commands.map(commandCase).join('\n')}
    esac ;;
  esac
}
_silla_command_words() {
  case "$current" in -*) offered="$2" ;; *) offered="$3" ;; esac
  case "$offered" in "*"*) _silla_slugs "$1"; offered="$offered \${3#?}" ;; esac
}
# reads the slugs from the database, at most once a minute
_silla_slugs() {
  if [ -z "$_silla_loaded_at" ] || (( SECONDS - _silla_loaded_at > 60 )); then
    _silla_slug_list="$("$1" businesses list --limit 1000 2>/dev/null </dev/null | awk 'NR > 1 && /^[a-z0-9]/ { print $1 }')"
    _silla_loaded_at=$SECONDS
  fi
  offered="$_silla_slug_list"
}`

function valueCases({ name, values }: CommandWords): string[] {
  return values.map(({ spellings, words }) => {
    const patterns = spellings.map((spelling) => `"${name} "*" ${spelling}"`).join('|')
    return (
      `    ${patterns}) ` +
      `${words === 'slugs' ? '_silla_slugs "$1"' : `offered="${words?.join(' ') ?? ''}"`} ;;`
    )
  })
}

const commandCase = ({ name, flags, takesSlug, args }: CommandWords): string =>
  `      "${name}"|"${name} "*) _silla_command_words "$1" "${flags.join(' ')}" ` +
  `"${takesSlug ? '*' : ''}${args.join(' ')}" ;;`
