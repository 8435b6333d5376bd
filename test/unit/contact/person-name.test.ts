import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress, parsePersonName } from '@silla/core'

test('D3: names of all scripts are names', () => {
  for (const name of [
    'Lucía Prado',
    'Ana-María O’Brien',
    "D'Angelo",
    'O´Donnell',
    'Marcel·lí Gal·la',
    'Luis Jr.',
    'J.R.R. Tolkien',
    'Mª José (hija)',
    'João “Zé”, padre',
    'Anne & Luis',
    'Ana +1',
    'Luis 2',
    'Łukasz Żółć',
    'Ngọc Ánh',
    'أَحمد سالم',
    'عبد الله بن محمد',
    'علی\u200cرضا',
    'क्\u200dष',
    'நந்தினி',
    'สมชาย',
    '山田\u3000太郎',
    'ジャン・クロード',
    '김민준',
    'נ״ר כהן',
    'Նարե',
    'Владимир',
    'x',
    '𝕏',
  ])
    assert.equal(parsePersonName(name), name)
})

test('D3: the dot of an abbreviation is followed by a space', () => {
  for (const [text, name] of [
    ['M.Carmen López', 'M. Carmen López'],
    ['Mª.José', 'Mª. José'],
    ['J.R.R.Tolkien', 'J.R.R. Tolkien'],
    ['Dr.House', 'Dr. House'],
    ['x.com', 'x. com'],
  ])
    assert.equal(parsePersonName(text ?? ''), name)
})

test('D3: what reads as a link, an address or a phone number is no name', () => {
  for (const text of [
    'evil.com',
    'www.evil.example',
    'Lucía, mira bit.ly',
    'Gana en EVIL.COM ya',
    'пример.рф',
    'evil.c\u0301om',
    'evil.\u0301com',
    'evil。com',
    '10.0.0.1',
    'http://evil',
    'https:evil',
    'evil/path',
    'lucia@example',
    'mailto:x',
    '+34 612 345 678',
    'Llama al 90012',
    '٩٠٠١٢٣',
    '<b>Lucía</b>',
    'Lucía <3',
    '💈',
  ])
    assert.equal(parsePersonName(text), null, text)
})

test('D3: line breaks, control, direction and invisible characters are in no name', () => {
  for (const character of [
    ...['\n', '\r', '\t', '\0', '\u001b', '\u0085', '\u2028', '\u2029'],
    ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
    ...['\u00ad', '\u034f', '\u200b', '\u2060', '\ufeff', '\u3164', '\u115f', '\u{e0041}'],
    // joiners between letters that do not join
    ...['\u200c', '\u200d'],
  ])
    assert.equal(parsePersonName(`Lu${character}cía`), null, JSON.stringify(character))
  for (const text of ['', '\u200dعلي', 'علي\u200c', 'علی\u200c\u200cرضا'])
    assert.equal(parsePersonName(text), null, JSON.stringify(text))
})

test('an email address contains no invisible and no direction characters', () => {
  assert.ok(isEmailAddress('lucía+cita@correo.example'))
  for (const character of ['\u202e', '\u200b', '\u200f', '\u00ad', '\u2028', '\ufeff'])
    assert.ok(!isEmailAddress(`lu${character}cia@example.com`), JSON.stringify(character))
})
