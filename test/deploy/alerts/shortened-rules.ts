import { readFileSync } from 'node:fs'
import { parse, stringify } from 'yaml'
import { inRepository } from '../../architecture/sources.ts'

interface RuleFile {
  groups: {
    name: string
    interval?: string
    rules: { alert: string; expr: string; for?: string }[]
  }[]
}

const shortFor = '3s'
/** A night that is missed after this time, in place of 26 hours. */
const shortNightSeconds = 20

/**
 * The rules of deploy/prometheus as they are, but for the time that a condition has to last, and for
 * the 26 hours of a missed night.
 */
export function shortenedRules(name: 'silla' | 'host'): string {
  const file: RuleFile = parse(
    readFileSync(inRepository(`deploy/prometheus/${name}.rules.yaml`), 'utf8'),
  )
  for (const group of file.groups) {
    group.interval = '1s'
    for (const rule of group.rules) {
      if (rule.for !== undefined) rule.for = shortFor
      rule.expr = rule.expr
        .replaceAll('26 * 3600', String(shortNightSeconds))
        .replaceAll('26h', `${shortNightSeconds}s`)
    }
  }
  return stringify(file)
}
