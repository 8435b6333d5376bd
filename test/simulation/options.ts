import { parseArgs } from 'node:util'
import type { SeedsInput } from './play-seeds.ts'

export const defaultSteps = 40

export const help = `Plays random salons against a model, in virtual time. See test/README.md.

  npm run simulate -- [--seed N] [--seeds COUNT] [--steps M] [--only LIST]
                      [--no-shrink] [--trace]

  --seed N       the first seed, 1 by default; the same seed plays the same salon
  --seeds COUNT  how many seeds, one after the other; 1 by default
  --steps M      how many steps a salon lives through; ${defaultSteps} by default
  --only LIST    only these steps, as a failure reports them: 3,8,21
  --no-shrink    reports a failure with all of its steps, at once
  --trace        prints the steps of every seed
  --help         prints this text
`

export interface SimulateOptions extends SeedsInput {
  isHelp: boolean
  isTrace: boolean
}

/** @throws TypeError for an unknown option, or a value that is not a number */
export function parseOptions(args: readonly string[]): SimulateOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      steps: { type: 'string', default: String(defaultSteps) },
      only: { type: 'string' },
      'no-shrink': { type: 'boolean', default: false },
      trace: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    seed: numberOf('--seed', values.seed),
    seeds: numberOf('--seeds', values.seeds),
    steps: numberOf('--steps', values.steps),
    keep: values.only?.split(',').map((text) => numberOf('--only', text)) ?? null,
    shrinks: !values['no-shrink'],
    isTrace: values.trace,
    isHelp: values.help,
  }
}

function numberOf(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new TypeError(`${option} takes a number, not ${text}`)
  return Number(text)
}
