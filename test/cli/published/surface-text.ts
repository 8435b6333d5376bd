import {
  type CommandFacts,
  commandFacts,
  type FlagFacts,
  type InputFacts,
} from './command-facts.ts'

/**
 * docs/cli-surface.txt: everything that a script can rely on, one thing a line, so that a change of
 * it shows in the diff.
 */
export const surfaceText = (): string => `${commandFacts().flatMap(linesOf).join('\n')}\n`

const linesOf = ({ words, args, flags }: CommandFacts): string[] => [
  `silla ${words}`,
  ...args.map((arg) => `  ${arg.name.toUpperCase()}${manner(arg)}`),
  ...flags.map(
    (flag) => `  ${spelling(flag)}${flag.multiple ? ' (more than once)' : ''}${manner(flag)}`,
  ),
]

/** `-b, --business=SLUG` */
export const spelling = ({ name, char, value, negatable }: FlagFacts): string =>
  `${char === null ? '' : `-${char}, `}--${negatable ? '[no-]' : ''}${name}${value === null ? '' : `=${value}`}`

const manner = ({ required, options, fallback }: InputFacts): string =>
  [
    required ? ' required' : '',
    options === null ? '' : ` one of ${options.join(', ')}`,
    fallback === null || fallback === 'false' ? '' : ` default ${fallback}`,
  ].join('')
