import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  brandColors,
  contrastRatio,
  darkBackground,
  defaultBrandColor,
  leastFillContrast,
  lightBackground,
} from '@silla/core/branding/brand-colors'
import fc from 'fast-check'

const rounded = (ratio: number) => Math.round(ratio * 100) / 100

test('contrast ratios are those of WCAG', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21)
  assert.equal(contrastRatio('#ffffff', '#ffffff'), 1)
  assert.equal(rounded(contrastRatio('#777777', '#ffffff')), 4.48)
  assert.equal(rounded(contrastRatio('#0000ff', '#ffffff')), 8.59)
})

test('a colour with enough contrast is used as it is, with white text where that can be read', () => {
  assert.deepEqual(brandColors('#8c2f39'), { fill: '#8c2f39', onFill: '#ffffff', text: '#8c2f39' })
  // 3.54:1 on white: a button with black text, and darker as a link
  const { fill, onFill, text } = brandColors('#e0564a')
  assert.deepEqual([fill, onFill], ['#e0564a', '#000000'])
  assert.notEqual(text, fill)
})

test('every colour gives readable buttons and links on light and dark backgrounds', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, fc.constantFrom(lightBackground, darkBackground), (brand, background) => {
      const { fill, onFill, text } = brandColors(brand, background)
      assert.ok(contrastRatio(fill, background) >= leastFillContrast)
      assert.ok(contrastRatio(onFill, fill) >= 4.5)
      assert.ok(contrastRatio(text, background) >= 4.5)
    }),
  )
})

test('the colour of the platform needs no change on white', () => {
  assert.equal(brandColors(defaultBrandColor).text, defaultBrandColor)
})
