/** Seeded pseudo-random choices: the same seed makes the same choices on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  fraction(): number
  /** A whole number; both limits are included. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  /** @throws Error when the list is empty */
  pick<T>(list: readonly T[]): T
  /** One of the values, each as likely as its weight says. */
  weighted<T>(options: readonly (readonly [weight: number, value: T])[]): T
}

/** @param seeds several numbers name an independent sequence: the seed of a run and a step */
export function openRandom(...seeds: number[]): Random {
  let state = seeds.reduce((mixed, seed) => mix(mixed ^ seed), 0x9e3779b9)

  // mulberry32
  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }

  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))

  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('there is nothing to pick from')
      return list[integer(0, list.length - 1)] as (typeof list)[number]
    },
    weighted(options) {
      let left = fraction() * options.reduce((sum, [weight]) => sum + weight, 0)
      const chosen = options.find(([weight]) => {
        left -= weight
        return left < 0
      })
      if (!chosen) throw new Error('there is nothing to pick from')
      return chosen[1]
    },
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 15), value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return mixed ^ (mixed >>> 14)
}
