import { absence } from './absence.ts'
import { deauthorize, deleteTestData, restrict } from './account-trouble.ts'
import { arrive } from './arrive.ts'
import { block, unblock } from './block.ts'
import { book, rush } from './book.ts'
import { bookAnyone, bookLines } from './book-open.ts'
import { confirmCard, leaveCard, settleCard } from './card.ts'
import { cancel, move } from './change-booking.ts'
import { changeLines } from './change-lines.ts'
import { reverse, sell, take } from './desk.ts'
import { chargeFee, payFee, waiveFee } from './fee.ts'
import { hold, useHold } from './hold.ts'
import { look, lookAtDays, lookToMove } from './look.ts'
import { dispute, refund, refundSale, settleRefund } from './money-back.ts'
import { passTime } from './pass-time.ts'
import { confirm, pay, settle } from './pay.ts'
import { cancelFollowing, repeat } from './repeat.ts'
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
  changeLines,
  arrive,
  repeat,
  cancelFollowing,
  absence,
  hold,
  useHold,
  block,
  unblock,
  leaveCard,
  settleCard,
  confirmCard,
  chargeFee,
  waiveFee,
  payFee,
  pay,
  settle,
  confirm,
  refund,
  refundSale,
  settleRefund,
  dispute,
  order,
  gift,
  take,
  reverse,
  sell,
  deliver,
  restrict,
  deleteTestData,
  deauthorize,
  passTime,
  changeSalon,
]
