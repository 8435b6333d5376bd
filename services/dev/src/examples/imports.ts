import { setTimeout } from 'node:timers/promises'
import type { Caller, Send } from './example-api.ts'

/** A list of one customer, which changes nothing when it is imported again. */
export const exampleImport = {
  tipo: 'clientes',
  origen: 'generico',
  archivo: Buffer.from('id,name,email\n1,Lucía Prado,lucia.prado@example.com\n').toString('base64'),
}

/** How often the state of the import is read. */
const tries = 50

/** Starts an import, and waits until it has ended: one of a salon runs at a time. */
export async function openExampleImport(send: Send, owner: Caller): Promise<{ id: number }> {
  const made = await send<{ id: number }>(owner, {
    method: 'POST',
    path: '/importaciones/',
    body: exampleImport,
  })
  const path = `/importaciones/${made.id}/`
  for (let tried = 0; tried < tries; tried++) {
    const { terminada_en } = await send<{ terminada_en: string | null }>(owner, { path })
    if (terminada_en !== null) break
    await setTimeout(100)
  }
  return made
}
