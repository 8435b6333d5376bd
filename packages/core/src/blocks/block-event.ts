import { type Block, eventQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { BlockChange } from '../model/event.ts'

/** Appends an event about a block (D31). */
export function recordBlockEvent(
  tx: Tx,
  type: 'bloqueo.creado' | 'bloqueo.borrado',
  block: Block,
  { settings }: Catalog,
  at: Date,
) {
  const payload: BlockChange = { ...block, timezone: settings.timezone }
  return eventQueries.recordEvent(tx, { type, at, payload })
}
