import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventRef } from '@silla/core'

const business = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('D42: the id of an event outside is the same each time and says nothing about the row', () => {
  const ref = eventRef(business, 42)
  assert.match(ref, /^evt_[0-9a-v]{26}$/)
  assert.equal(eventRef(business, 42), ref)
  assert.notEqual(eventRef(business, 43), ref)
  assert.notEqual(eventRef('7c9e6679-7425-40de-944b-e07fc1f90ae7', 42), ref)
})

test('D42: ids of events have one length, whatever their hash begins with', () => {
  const refs = Array.from({ length: 2000 }, (_, id) => eventRef(business, id))
  assert.ok(refs.every((ref) => ref.length === 30))
  assert.equal(new Set(refs).size, refs.length)
})
