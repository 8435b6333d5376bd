import { test } from 'node:test'
import { assertBookingSteps, assertManageViews } from './bed/assert-every-step.ts'
import { inBrowser } from './bed/in-browser.ts'

test(
  'ar: axe finds nothing in the steps of a booking, light and dark, at 320 and 1280 px',
  inBrowser((bed) => assertBookingSteps(bed, 'ar')),
)

test(
  'ar: axe finds nothing in the views of a booking, light and dark, at 320 and 1280 px',
  inBrowser((bed) => assertManageViews(bed, 'ar')),
)
