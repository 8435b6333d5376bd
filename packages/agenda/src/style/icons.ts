import { icon } from '@silla/widget/shared'

export const close = icon('M6 6l12 12M18 6L6 18')
export const menu = icon('M4 7h16M4 12h16M4 17h16')
export const note = icon('M5 4h14v11l-5 5H5zM14 20v-5h5')
export const clock = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18m0-14v5l3 2')
export const hourglass = icon('M7 3h10M7 21h10M8 3v4l4 5 4-5V3M8 21v-4l4-5 4 5v4')
export const sparkle = icon('M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z')
export const cross = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M9 9l6 6m0-6-6 6')
export const arrived = icon('M14 4h5v16h-5M4 12h11m-4-4 4 4-4 4')
export const plus = icon('M12 5v14M5 12h14')
export const people = icon(
  'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 10v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2M16 3a4 4 0 0 1 0 8m6 10v-2a4 4 0 0 0-3-4',
)
