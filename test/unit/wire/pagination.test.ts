import assert from 'node:assert/strict'
import test from 'node:test'
import { parsePage, takePage } from '@silla/wire'
import { caughtProblems, caughtRefusal } from './caught-refusal.ts'

const items = ['a', 'b', 'c', 'd', 'e']

test('a list is complete and has no pagination unless a page is requested', () => {
  assert.equal(parsePage({ lang: 'en' }), null)
  assert.deepEqual(takePage(items, null), { items, pagination: {} })
})

test('either parameter requests a page; the other one has its default', () => {
  assert.deepEqual(parsePage({ page: '3' }), { page: 3, pageSize: 20 })
  assert.deepEqual(parsePage({ page_size: '100' }), { page: 1, pageSize: 100 })
  assert.deepEqual(parsePage({ page: 3, page_size: 100 }), { page: 3, pageSize: 100 })
})

for (const query of [
  { page: '0' },
  { page: '-1' },
  { page: '1.5' },
  { page: '' },
  { page: 'uno' },
  { page: '9007199254740992' },
  { page_size: '0' },
  { page_size: '101' },
  { page_size: '' },
  { page: '1', page_size: '1e1' },
  { page: 0 },
  { page_size: 101 },
]) {
  test(`${JSON.stringify(query)} is INVALID_PAGINATION`, () => {
    assert.equal(caughtRefusal(() => parsePage(query)).code, 'INVALID_PAGINATION')
  })
}

test('a repeated page is reported by name', () => {
  assert.deepEqual(
    caughtProblems(() => parsePage({ page: ['1', '2'] })),
    [{ field: 'page', problem: 'duplicate' }],
  )
})

test('a page has its items and its position', () => {
  assert.deepEqual(takePage(items, { page: 2, pageSize: 2 }), {
    items: ['c', 'd'],
    pagination: {
      pagination: {
        page: 2,
        page_size: 2,
        total_items: 5,
        total_pages: 3,
        has_next: true,
        has_prev: true,
      },
    },
  })
  const last = takePage(items, { page: 3, pageSize: 2 })
  assert.deepEqual(last.items, ['e'])
  assert.equal(last.pagination.pagination?.has_next, false)
})

test('past the end there is an empty page, not an error', () => {
  for (const page of [4, Number.MAX_SAFE_INTEGER]) {
    const past = takePage(items, { page, pageSize: 2 })
    assert.deepEqual(past.items, [])
    assert.deepEqual(past.pagination.pagination, {
      page,
      page_size: 2,
      total_items: 5,
      total_pages: 3,
      has_next: false,
      has_prev: true,
    })
  }
})

test('an empty list has no pages', () => {
  assert.deepEqual(takePage([], { page: 1, pageSize: 20 }).pagination.pagination, {
    page: 1,
    page_size: 20,
    total_items: 0,
    total_pages: 0,
    has_next: false,
    has_prev: false,
  })
})
