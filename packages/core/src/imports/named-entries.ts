import type { Catalog, Professional, Service } from '../catalog/catalog.ts'
import type { Handles } from '../provisioning/read-handles.ts'
import { normalize } from '../text.ts'

/** What the names of a file mean in the salon. */
export interface NamedEntries {
  service(name: string): Named<Service>
  professional(name: string): Named<Professional>
}

/** `skip`: its rows are left out; `unknown`: the salon has none, or several, with that name. */
export type Named<Entry> = Entry | 'skip' | 'unknown'

/**
 * @param mapping names of the salon by those of the file; empty: rows with it are left out. A name of the
 *   salon is that of an entry in any language, its handle or its id; case and accents do not matter
 */
export function namedEntries(
  catalog: Catalog,
  handles: Handles,
  mapping: ReadonlyMap<string, string>,
): NamedEntries {
  const mapped = new Map([...mapping].map(([theirs, ours]) => [key(theirs), ours]))
  const services = index(catalog.services, handles.services, ({ name }) => Object.values(name))
  const team = index(catalog.professionals, handles.professionals, ({ name }) => [name])
  const find = <Entry>(byName: ReadonlyMap<string, Entry | null>, name: string): Named<Entry> => {
    const ours = mapped.get(key(name)) ?? name
    return ours === '' ? 'skip' : (byName.get(key(ours)) ?? 'unknown')
  }
  return {
    service: (name) => find(services, name),
    professional: (name) => find(team, name),
  }
}

/** null: several entries have that name. */
function index<Entry extends { id: number }>(
  entries: readonly Entry[],
  handles: ReadonlyMap<number, string>,
  namesOf: (entry: Entry) => readonly string[],
): Map<string, Entry | null> {
  const byName = new Map<string, Entry | null>()
  for (const entry of entries) {
    for (const name of new Set(namesOf(entry).map(key)))
      byName.set(name, byName.has(name) ? null : entry)
  }
  for (const entry of entries) {
    const handle = handles.get(entry.id)
    if (handle !== undefined && !byName.has(key(handle))) byName.set(key(handle), entry)
    byName.set(String(entry.id), entry)
  }
  return byName
}

const key = (name: string) => normalize(name).replace(/\s+/g, ' ').trim()
