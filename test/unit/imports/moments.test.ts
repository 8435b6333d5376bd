import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate } from '@silla/slots'
import {
  type DateOrder,
  parseDay,
  parseLength,
  parseMinute,
} from '../../../packages/core/src/imports/parse-moments.ts'
import { parsePrice } from '../../../packages/core/src/imports/parse-price.ts'

const day = (text: string, order: DateOrder = 'dmy') => {
  const parsed = parseDay(text, order)
  return parsed === null ? null : formatDate(parsed)
}

test('dates of several products are read', () => {
  for (const text of [
    ...[
      '2027-03-04',
      '2027/3/4',
      '04/03/2027',
      '4.3.2027',
      '4-3-2027',
      '4 Mar 2027',
      '4th March 2027',
    ],
    ...['Mar 4, 2027', 'Thu, Mar 4, 2027', 'Thursday 4 March 2027', '4-Mar-2027'],
    ...[
      '4 de marzo de 2027',
      'jueves, 4 de marzo del 2027',
      'Jue 4 mar. 2027',
      'martes 4 mar 2027',
    ],
  ])
    assert.equal(day(text), '2027-03-04', text)
  assert.equal(day('04/03/2027', 'mdy'), '2027-04-03')
  for (const text of [
    '31/02/2027',
    '2027-02-31',
    '13/13/2027',
    '',
    'tomorrow',
    '4 Foo 2027',
    '04/03/27',
  ])
    assert.equal(day(text), null, text)
})

test('times of several products are read', () => {
  for (const text of [
    '09:05',
    '9:05',
    '9.05',
    '09:05:00',
    '9:05 AM',
    '9:05am',
    '9:05 a.m.',
    '9:05 h',
    '09.05h.',
    '9:05 a. m.',
  ])
    assert.equal(parseMinute(text), 545, text)
  assert.deepEqual(
    ['12:00 AM', '12:30 PM', '2pm', '14:30', '23:59'].map(parseMinute),
    [0, 750, 840, 870, 1439],
  )
  for (const text of ['', '24:00', '9:60', '13:00 PM', '9', 'noon'])
    assert.equal(parseMinute(text), null, text)
})

test('lengths and prices of several products are read', () => {
  assert.deepEqual(
    [
      ...['45', '45 min', '45mins', '0:45', '45 minutos', '1:30', '1h 30min', '1 hora 30 minutos'],
      ...['1h', '2 hours', '', 'long'],
    ].map(parseLength),
    [45, 45, 45, 45, 45, 90, 90, 90, 60, 120, null, null],
  )
  assert.deepEqual(
    ['18', '18.5', '18,50 €', '€1,234.50', '1.234,50', '1,234', 'AED 120.00', '', 'free', '-5'].map(
      parsePrice,
    ),
    [1800, 1850, 1850, 123450, 123450, 123400, 12000, null, null, null],
  )
})
