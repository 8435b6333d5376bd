import assert from 'node:assert/strict'
import test from 'node:test'
import {
  contains,
  intersect,
  type LocalSpan,
  subtract,
  union,
} from '../../../packages/slots/src/spans.ts'

const span = (startMinute: number, endMinute: number): LocalSpan => ({ startMinute, endMinute })

test('union joins overlapping and adjacent spans, and does not modify its input', () => {
  const input = [
    span(600, 700),
    span(100, 200),
    span(200, 300),
    span(150, 180),
    span(500, 500),
    span(450, 400),
  ]
  const before = structuredClone(input)
  assert.deepEqual(union(input), [span(100, 300), span(600, 700)])
  assert.deepEqual(input, before)
})

test('intersect leaves out spans that are only adjacent', () => {
  const shifts = [span(0, 100), span(200, 300)]
  assert.deepEqual(intersect(shifts, [span(50, 250), span(300, 400)]), [
    span(50, 100),
    span(200, 250),
  ])
})

const holes: [name: string, hole: LocalSpan, left: LocalSpan[]][] = [
  ['in the middle', span(130, 150), [span(100, 130), span(150, 200)]],
  ['over the start', span(50, 150), [span(150, 200)]],
  ['over the end', span(150, 250), [span(100, 150)]],
  ['over everything', span(0, 1440), []],
  ['exactly as long', span(100, 200), []],
  ['outside', span(200, 300), [span(100, 200)]],
  ['that is empty', span(150, 150), [span(100, 200)]],
  ['that ends before it starts', span(170, 130), [span(100, 200)]],
]

for (const [name, hole, left] of holes) {
  test(`subtract removes a hole ${name}`, () => {
    assert.deepEqual(subtract([span(100, 200)], hole), left)
  })
}

test('contains is false across two adjacent spans and true for an exact fit', () => {
  const spans = [0, 10, 10, 20]
  assert.equal(contains(spans, 5, 15), false)
  assert.equal(contains(spans, 10, 20), true)
})
