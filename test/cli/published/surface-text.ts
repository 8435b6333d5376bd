import {
  type CommandFacts,
  commandFacts,
  type FlagFacts,
  type InputFacts,
} from './command-facts.ts'

/**
 * The content of docs/cli-surface.txt: all commands, arguments and flags, one per line, so that a
 * change shows in the diff.
 */
export const surfaceText = (): string => `${commandFacts().flatMap(linesOf).join('\n')}\n`

const linesOf = ({ words, args, flags }: CommandFacts): string[] => [
  `silla ${words}`,
  ...args.map((arg) => `  ${arg.name.toUpperCase()}${constraints(arg)}`),
  ...flags.map(
    (flag) => `  ${spelling(flag)}${flag.multiple ? ' (more than once)' : ''}${constraints(flag)}`,
  ),
]

/** `-b, --business=SLUG` */
export const spelling = ({ name, char, value, negatable }: FlagFacts): string =>
  `${char === null ? '' : `-${char}, `}--${negatable ? '[no-]' : ''}${name}${value === null ? '' : `=${value}`}`

const constraints = ({ required, options, fallback }: InputFacts): string =>
  [
    required ? ' required' : '',
    options === null ? '' : ` one of ${options.join(', ')}`,
    fallback === null || fallback === 'false' ? '' : ` default ${fallback}`,
  ].join('')
