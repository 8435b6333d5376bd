import { sanitize } from './sanitize.ts'
import { dim } from './terminal.ts'

/** One thing, a line a fact; a fact that is empty is left out. */
export function card(facts: readonly (readonly [name: string, value: string | number])[]): string {
  const observation = facts.filter(([, value]) => value !== '')
  const width = Math.max(...observation.map(([name]) => name.length)) + 2
  return observation
    .map(([name, value]) => `${dim(name.padEnd(width))}${sanitize(String(value))}`)
    .join('\n')
}
