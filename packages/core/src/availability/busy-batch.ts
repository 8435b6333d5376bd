import { Refusal } from '@silla/errors'
import type { Resources } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { today } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import { loadBusy, type Window } from './load-busy.ts'

/**
 * Several questions about free time in one round trip, all of one moment; what is wrong with one of
 * them is its own answer. When something is wrong with each, nothing is read.
 *
 * @param plan says what one question looks at; it may refuse
 * @param answer is given what is taken of the professionals of its own question, and perhaps of
 *   more days than it looks at
 */
export async function loadBusyBatch<Ask, W extends Window, Found>(
  context: RequestContext,
  inputs: readonly Ask[],
  {
    plan,
    answer,
  }: {
    plan(catalog: Catalog, input: Ask): W
    answer(catalog: Catalog, own: W, busy: Resources): Found
  },
): Promise<(Found | Refusal)[]> {
  const plansBy = (catalog: Catalog) => inputs.map((query) => orRefusal(() => plan(catalog, query)))
  const expected = plansBy(await context.tenant.catalog())
  if (expected.every((planned) => planned instanceof Refusal)) return expected

  const { catalog, window, resources } = await loadBusy(context, (catalog) => {
    const planned = plansBy(catalog)
    return { ...windowAround(planned.filter(isWindow), today(catalog, context.clock)), planned }
  })
  return window.planned.map((own) =>
    own instanceof Refusal ? own : answer(catalog, own, ownOf(resources, own.professionalIds)),
  )
}

/** The answer to a question that was asked alone. */
export function single<Found>([found]: readonly (Found | Refusal)[]): Found {
  if (found === undefined || found instanceof Refusal) throw found
  return found
}

function orRefusal<T>(plan: () => T): T | Refusal {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const isWindow = <W extends Window>(planned: W | Refusal): planned is W =>
  !(planned instanceof Refusal)

/** Everybody and every day that is looked at. */
function windowAround(windows: readonly Window[], first: number): Window {
  if (windows.length === 0) return { professionalIds: [], from: first, to: first }
  return {
    professionalIds: [...new Set(windows.flatMap(({ professionalIds }) => professionalIds))],
    from: Math.min(...windows.map(({ from }) => from)),
    to: Math.max(...windows.map(({ to }) => to)),
  }
}

const ownOf = (resources: Resources, ids: readonly number[]): Resources =>
  new Map([...resources].filter(([id]) => ids.includes(id)))
