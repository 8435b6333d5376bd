/**
 * Whether a command line has a flag, in one of its spellings, where oclif counts it: anywhere
 * before `--`.
 */
export function hasFlag(argv: readonly string[], ...spellings: string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).some((word) => spellings.includes(word))
}
