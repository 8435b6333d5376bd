import { deauthorize, deleteTestData, restrict } from './account-trouble.ts'
import { block, unblock } from './block.ts'
import { book, rush } from './book.ts'
import { bookAnyone, bookLines } from './book-open.ts'
import { cancel, move } from './change-booking.ts'
import { hold, useHold } from './hold.ts'
import { look, lookAtDays, lookToMove } from './look.ts'
import { dispute, refund, refundSale, settleRefund } from './money-back.ts'
import { passTime } from './pass-time.ts'
import { confirm, pay, settle } from './pay.ts'
import { reschedule } from './reschedule.ts'
import { gift, order } from './shop.ts'
import type { Step } from './step.ts'
import { changeSalon, deliver } from './surroundings.ts'

export const steps: readonly Step[] = [
  book,
  rush,
  bookAnyone,
  bookLines,
  look,
  lookAtDays,
  lookToMove,
  cancel,
  reschedule,
  move,
  hold,
  useHold,
  block,
  unblock,
  pay,
  settle,
  confirm,
  refund,
  refundSale,
  settleRefund,
  dispute,
  order,
  gift,
  deliver,
  restrict,
  deleteTestData,
  deauthorize,
  passTime,
  changeSalon,
]
