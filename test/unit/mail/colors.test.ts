import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastRatio } from '@silla/core'
import { mailColors } from '../../../services/worker/src/mail/colors.ts'

test('D30: texts of emails can be read in light and in dark mode, whatever the brand colour', () => {
  for (const brand of [null, '#000000', '#ffffff', '#b4282d', '#f6e84a', '#808080', '#0b7a75']) {
    const { light, dark, ...band } = mailColors(brand)
    const pairs = [
      [band.onBrand, band.brand],
      [light.footerLink, light.page],
      ...[light, dark].flatMap(({ page, card, text, muted, button, onButton, link }) => [
        [text, card],
        [muted, card],
        [muted, page],
        [link, card],
        [onButton, button],
      ]),
      // the footer of dark mode has the links of the card
      [dark.link, dark.page],
    ]
    for (const [color = '', background = ''] of pairs)
      assert.ok(
        contrastRatio(color, background) >= 4.5,
        `${color} on ${background} for brand ${brand}`,
      )
  }
})
