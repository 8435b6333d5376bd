import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkForeignKeys } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'

const { admin } = await testDatabase()

test('without --full, small tables are read and large ones are named', async () => {
  const salon = await openSalon({ professionals: ['Ana'] })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const unread = async (options: { full: boolean; mostBytes?: number }) => {
    const [, skipped] = await checkForeignKeys(admin, options)
    return skipped?.code === 'foreignKeysOfLargeTables' ? skipped.facts.tables : []
  }
  assert.deepEqual(await unread({ full: false }), [])
  const tables = await unread({ full: false, mostBytes: 0 })
  assert.ok(tables.includes('app.booking_lines'), String(tables))
  assert.deepEqual(await unread({ full: true, mostBytes: 0 }), [])
})
