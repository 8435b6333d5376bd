import { type Page, salonStateQueries, type Tx } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import type { CurrentState, EntryList, Stored } from '../provisioning/current-state.ts'
import { entriesOf } from '../provisioning/fields.ts'
import type { Salon } from '../provisioning/salon.ts'
import type { RequestContext } from '../request-context.ts'
import { mapInSlices, openSlices } from '../slices.ts'
import { allowPayments } from './allow-payments.ts'
import { editSettings, readSettings } from './edit-settings.ts'
import { entryParts, type Item } from './entry-parts.ts'
import { failSetting } from './problems.ts'
import { type ChangedSetting, type EditOptions, type SettingsEntry, versionOf } from './setting.ts'
import { settingFields } from './setting-fields.ts'

/** Values of some fields of a setting, and what the fields are called in the request. */
export interface SettingsInput {
  /** By property, in the form of `SettingsEntry.values`; an absent one stays as it is. */
  values: Record<string, unknown>
  /** By property. */
  names: Record<string, string>
}

export interface EntryInput extends SettingsInput {
  /** From 1; null: where it is, or at the end. Beyond the end counts as the end. */
  position: number | null
}

/** A page of the active entries in their order, or of the inactive ones, and how many there are. */
export const listEntries = (
  context: RequestContext,
  list: EntryList,
  { active, offset, limit }: Page & { active: boolean },
): Promise<{ entries: SettingsEntry[]; total: number }> =>
  readSettings(context, list, async (state) => {
    const items: readonly Item[] = active ? state.salon[list] : state.inactive[list]
    const page = items.slice(offset, offset + limit)
    const entries = await mapInSlices(openSlices(), page.entries(), ([index, item]) =>
      entryOf(state, list, item, active ? offset + index : null),
    )
    return { entries, total: items.length }
  })

/** Inactive ones too. @throws the code of the list for one that does not exist */
export const findEntry = (
  context: RequestContext,
  list: EntryList,
  id: number,
): Promise<SettingsEntry> =>
  readSettings(context, list, (state) => currentEntry(state, list, handleOf(state, list, id)))

/**
 * Adds an entry, at the end unless it says where. Professionals who offer every service offer a new
 * one as well.
 *
 * @param input.handle of the salon file; null: made from its name
 * @throws what `allowPayments` throws; VALIDATION_ERROR, also for a handle that was used before; and what
 *   `editSettings` throws
 */
export const createEntry = (
  context: RequestContext,
  list: EntryList,
  input: EntryInput & { handle: string | null },
  options: EditOptions,
): Promise<ChangedSetting> => {
  allowPayments(context, input.values)
  return editSettings(context, list, options, (state) => {
    const parts = entryParts[list]
    const handle = input.handle ?? newHandle(state[list], parts.word, input.values.name)
    if (state[list].has(handle)) failSetting('identificador', 'handle_taken')
    const item = parts.check({ handle, ...withReferences(state, list, input) }, state, input.names)
    const items = placed(state.salon[list], item, input.position)
    return {
      current: null,
      after: withTeam(state.salon, { ...state.salon, [list]: items }, item, list),
      changed: (tx) => storedEntry(state, list, item, items, tx),
    }
  })
}

/**
 * Changes an entry. `active: true` makes an inactive one active again, with what it had.
 *
 * @throws what `allowPayments` throws; VALIDATION_ERROR, SETTING_IN_USE for what another active entry needs,
 *   the code of the list, and what `editSettings` throws
 */
export const updateEntry = (
  context: RequestContext,
  list: EntryList,
  id: number,
  { active, ...input }: EntryInput & { active: boolean | null },
  options: EditOptions,
): Promise<ChangedSetting> => {
  allowPayments(context, input.values)
  return editSettings(context, list, options, (state) => {
    const parts = entryParts[list]
    const handle = handleOf(state, list, id)
    const current = currentEntry(state, list, handle)
    const before = parts.stored?.(itemOf(state, list, handle)) ?? itemOf(state, list, handle)
    const changed = { ...before, ...withReferences(state, list, input, before) }
    const isActive = active ?? current.active
    if (!isActive) {
      if (Object.keys(input.values).length > 0) failSetting('activo', 'inactive')
      return deactivation(state, list, current)
    }
    const item = parts.check(changed, state, input.names)
    const position = input.position ?? current.position
    const others = (state.salon[list] as readonly Item[]).filter((one) => one.handle !== handle)
    const items = placed(others, item, position)
    const after = { ...state.salon, [list]: items }
    parts.assertUse?.(state.salon, after, item, input.names)
    return {
      current,
      after: current.active ? after : withTeam(state.salon, after, item, list),
      changed: (tx) => storedEntry(state, list, item, items, tx),
    }
  })
}

/**
 * Makes an entry inactive: it is not deleted, because bookings refer to it. One that is inactive stays
 * as it is.
 *
 * @throws SETTING_IN_USE, the code of the list, and what `editSettings` throws
 */
export const deactivateEntry = (
  context: RequestContext,
  list: EntryList,
  id: number,
  options: EditOptions,
): Promise<ChangedSetting> =>
  editSettings(context, list, options, (state) =>
    deactivation(state, list, currentEntry(state, list, handleOf(state, list, id))),
  )

function deactivation(state: CurrentState, list: EntryList, current: SettingsEntry) {
  const { handle } = current
  const items = (state.salon[list] as readonly Item[]).filter((one) => one.handle !== handle)
  const after: Salon = { ...state.salon, [list]: items }
  if (entryParts[list].isUsed?.(after, handle)) fail('SETTING_IN_USE')
  return { current, after, changed: () => ({ ...current, active: false, position: null }) }
}

function handleOf(state: CurrentState, list: EntryList, id: number): string {
  for (const [handle, stored] of state[list]) if (stored.id === id) return handle
  return fail(entryParts[list].notFound)
}

function itemOf(state: CurrentState, list: EntryList, handle: string): Item {
  const items: readonly Item[] = [...state.salon[list], ...state.inactive[list]]
  return items.find((item) => item.handle === handle) as Item
}

function currentEntry(state: CurrentState, list: EntryList, handle: string): SettingsEntry {
  const index = (state.salon[list] as readonly Item[]).findIndex((item) => item.handle === handle)
  return entryOf(state, list, itemOf(state, list, handle), index < 0 ? null : index)
}

/** @param index in the list of active entries; null: it is inactive */
function entryOf(
  state: CurrentState,
  list: EntryList,
  item: Item,
  index: number | null,
): SettingsEntry {
  const fields = entriesOf(settingFields[list])
  const values = Object.fromEntries(
    fields.map(([property, { type }]) => {
      const value = item[property]
      const stored = storedOf(state, property)
      if (type === 'reference') return [property, stored.get(value as string)?.id]
      if (type === 'references')
        return [property, (value as string[]).map((handle) => stored.get(handle)?.id)]
      return [property, value]
    }),
  )
  return {
    kind: list,
    id: state[list].get(item.handle)?.id ?? null,
    handle: item.handle,
    active: index !== null,
    position: index === null ? null : index + 1,
    values,
    version: versionOf([index !== null, fields.map(([property]) => item[property])]),
  }
}

/** The entry once it is written, with the id that a new one has got. */
async function storedEntry(
  state: CurrentState,
  list: EntryList,
  item: Item,
  items: readonly Item[],
  tx: Tx | null,
): Promise<SettingsEntry> {
  const entry = entryOf(state, list, item, items.indexOf(item))
  if (entry.id !== null || tx === null) return entry
  const [row] = await salonStateQueries.findHandleId(tx, entryParts[list].table, item.handle)
  return { ...entry, id: row?.id ?? null }
}

/** The values with handles in place of ids. */
function withReferences(
  state: CurrentState,
  list: EntryList,
  { values, names }: SettingsInput,
  before: Partial<Item> = {},
): Record<string, unknown> {
  const active = (property: string, id: unknown) => {
    for (const [handle, stored] of storedOf(state, property))
      if (stored.id === id && stored.active) return handle
    return failSetting(names[property] ?? property, 'no_such_entry')
  }
  const changed = entriesOf(settingFields[list]).flatMap(
    ([property, { type, default: standard }]) => {
      const value = values[property]
      if (value === undefined) return property in before ? [] : [[property, standard]]
      if (type === 'reference') return [[property, active(property, value)]]
      if (type === 'references')
        return [[property, (value as unknown[]).map((id) => active(property, id))]]
      return [[property, value]]
    },
  )
  return Object.fromEntries(changed)
}

/** What a field that names other entries refers to. */
const storedOf = (state: CurrentState, property: string): Stored =>
  property === 'categoryHandle' ? state.categories : state.resourceTypes

/** Professionals who offer every service also offer one that is added, as `services: all` means. */
function withTeam(before: Salon, after: Salon, { handle }: Item, list: EntryList): Salon {
  if (list !== 'services') return after
  const order = after.services.map((service) => service.handle)
  return {
    ...after,
    professionals: after.professionals.map((professional) => {
      const { serviceHandles, ownTerms } = professional
      if (ownTerms.length > 0 || serviceHandles.length !== before.services.length)
        return professional
      const offered = new Set([...serviceHandles, handle])
      return { ...professional, serviceHandles: order.filter((one) => offered.has(one)) }
    }),
  }
}

function placed(items: readonly Item[], item: Item, position: number | null): Item[] {
  const index = position === null ? items.length : position - 1
  return [...items.slice(0, index), item, ...items.slice(index)]
}

/** `Corte clásico` becomes `corte-clasico`; where that is taken, or no letter is Latin, a number follows. */
function newHandle(stored: Stored, word: string, name: unknown): string {
  const text = typeof name === 'string' ? name : (Object.values(name ?? {})[0] ?? '')
  const latin = String(text)
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '')
  const base = latin === '' ? word : latin
  if (latin !== '' && !stored.has(base)) return base
  for (let number = latin === '' ? 1 : 2; ; number++)
    if (!stored.has(`${base}-${number}`)) return `${base}-${number}`
}

/** For the documentation of a list: the code for an id that it does not have. */
export const entryNotFound = (list: EntryList): Code => entryParts[list].notFound
