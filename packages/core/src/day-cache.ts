import type { EpochDay, VisitPlan } from '@silla/slots'
import { LRUCache } from 'lru-cache'
import type { Catalog } from './catalog/catalog.ts'

/**
 * What was computed for days of the salons, each with the busy time it was computed from. Busy time
 * is read from the database for every request; what was computed from the same is found here.
 *
 * The memory is limited for the process, where the salons that were used least recently are dropped,
 * and for each salon: one that exceeds its part loses it. A new copy of a catalogue has nothing of
 * the old one.
 */
export interface DayCache {
  /**
   * The days of one kind of value and one plan.
   *
   * @param kind of the values, which depend on nothing but catalogue, plan, day and `DayInputs`
   */
  daysOf<Value>(kind: string, catalog: Catalog, plan: VisitPlan): KnownDays<Value>
  /** What is stored at present. */
  size(): { salons: number; bytes: number }
}

export interface KnownDays<Value> {
  /**
   * The value of a day, if it was computed from the same inputs.
   *
   * @param isSame whether these are the present inputs of the day
   */
  find(day: EpochDay, isSame: (inputs: DayInputs) => boolean): Value | undefined
  /**
   * @param bytes approximately what the value takes
   * @returns the value
   */
  store(day: EpochDay, inputs: DayInputs, value: Value, bytes: number): Value
}

/**
 * What the slots of a day are computed from, besides the catalogue and the plan of the visit: slots
 * with the same inputs are the same, in the same states (`availability/day-inputs.ts`).
 */
export type DayInputs = readonly number[]

const defaultLimits = { bytes: 16 * 1024 * 1024, salonBytes: 2 * 1024 * 1024 }

/** Approximately what a day takes besides its value and the numbers it was computed from. */
const dayBytes = 150

export function openDayCache(limits = defaultLimits): DayCache {
  const salons = new LRUCache<string, SalonDays>({ maxSize: limits.bytes })

  return {
    daysOf<Value>(kind: string, catalog: Catalog, plan: VisitPlan): KnownDays<Value> {
      const salon = daysOfSalon(catalog)
      const key = kind + textOf(plan)
      const days = salon.plans.get(key) ?? new Map<EpochDay, KnownDay>()
      return {
        find(day, isSame) {
          const known = days.get(day)
          return known !== undefined && isSame(known.inputs) ? (known.value as Value) : undefined
        },
        store(day, inputs, value, bytes) {
          const size = bytes + 8 * inputs.length + dayBytes
          if (days.size === 0) {
            salon.plans.set(key, days)
            salon.bytes += key.length + dayBytes
          }
          salon.bytes += size - (days.get(day)?.size ?? 0)
          days.set(day, { inputs, value, size })
          limit(salon)
          return value
        },
      }
    },
    size: () => ({ salons: salons.size, bytes: salons.calculatedSize }),
  }

  function daysOfSalon(catalog: Catalog): SalonDays {
    const known = salons.get(catalog.business.id)
    return known?.catalog === catalog ? known : { catalog, plans: new Map(), bytes: 0 }
  }

  /** Stores the days of a salon again, since the size of what is stored would not be updated. */
  function limit(salon: SalonDays): void {
    const { id } = salon.catalog.business
    salons.delete(id)
    if (salon.bytes <= limits.salonBytes) salons.set(id, salon, { size: salon.bytes })
  }
}

/** Written once for a plan that several requests have (`visitPlan`). */
function textOf(plan: VisitPlan): string {
  let text = planTexts.get(plan)
  if (text === undefined) {
    text = JSON.stringify(plan)
    planTexts.set(plan, text)
  }
  return text
}

const planTexts = new WeakMap<VisitPlan, string>()

interface SalonDays {
  /** The copy that the days were computed with. */
  catalog: Catalog
  /** By kind and plan. */
  plans: Map<string, Map<EpochDay, KnownDay>>
  bytes: number
}

interface KnownDay {
  inputs: DayInputs
  value: unknown
  size: number
}
