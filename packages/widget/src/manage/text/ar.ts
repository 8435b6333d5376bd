import type { ManageTexts } from './es.ts'

const texts: ManageTexts = {
  find: 'حجزك',
  codeHint: 'عشرة أحرف وأرقام تجدها في رسالة التأكيد.',
  show: 'عرض الحجز',
  notFound: 'لا يوجد في هذا الصالون حجز بهذا الرمز. يرجى التحقق منه.',
  titles: {
    pendiente: 'بانتظار التأكيد',
    unpaid: 'بانتظار الدفع',
    confirmada: 'زيارتك محجوزة',
    completada: 'شكرًا لزيارتك',
    cancelada: 'أُلغيت هذه الزيارة',
    no_show: 'انقضت هذه الزيارة',
  },
  unconfirmed: 'سيؤكده الصالون بالبريد الإلكتروني.',
  cancelled: {
    cliente: 'ألغيتها بتاريخ {date}.',
    negocio: 'ألغاها الصالون بتاريخ {date}.',
    sistema: 'لم تُدفع أو تُؤكَّد في الوقت المحدد، فأُلغيت بتاريخ {date}.',
  },
  reason: 'السبب: {reason}',
  refunds: {
    no_aplica: '',
    pendiente: 'سيُعاد إليك {amount}. يستغرق ذلك عادةً من 5 إلى 10 أيام.',
    completado: 'أُعيد إليك {amount}.',
    fallido: 'تعذّرت إعادة {amount}. الصالون على علم بذلك؛ اتصل به إن لم يتواصل معك.',
  },
  paid: 'وصلت الدفعة. شكرًا لك.',
  move: 'تغيير الموعد',
  cancel: 'إلغاء الزيارة',
  cancelUntil: 'يمكنك الإلغاء هنا حتى {date}.',
  tooLate: 'كان الإلغاء ممكنًا هنا حتى {date}. الآن يمكن للصالون وحده إلغاؤها.',
  over: 'لم يعد ممكنًا إلغاء هذه الزيارة.',
  call: 'الاتصال بـ{salon}: {phone}',

  cancelTitle: 'هل تريد إلغاء هذه الزيارة؟',
  cancelConfirm: 'إلغاء الزيارة',
  keep: 'لا، أبقِها',
  refund: 'سيُعاد {amount} إلى البطاقة التي دفعت بها.',
  noRefund: 'إذا ألغيتها الآن، فلن يُعاد شيء مما دفعته.',
  nothingPaid: 'لم تدفع شيئًا عبر الإنترنت، فلا يوجد ما يُعاد.',
  pointsBack: {
    one: 'ستُعاد إليك نقطة واحدة.',
    two: 'ستُعاد إليك نقطتان.',
    few: 'ستُعاد إليك {n} نقاط.',
    other: 'ستُعاد إليك {n} نقطة.',
  },
  reasonLabel: 'السبب',

  moveTitle: 'متى تودّ الحضور؟',
  moveConfirmTitle: 'هل تريد تغيير الموعد؟',
  moveConfirm: 'تغيير الموعد',
  now: 'الآن:',
  before: 'قبل التغيير',
  after: 'بعد التغيير',
  who: 'مع من',
  wasPrice: 'كان {price}',
  moved: 'تم تغيير الموعد. أرسلنا إليك الموعد الجديد بالبريد.',
  costs: {
    same: 'السعر لا يتغير.',
    refund: 'سيُعاد إليك {amount}.',
    atSalon: 'يُدفع الفرق، {amount}، في الصالون.',
    other: 'السعر الجديد {amount}.',
  },
}

export default texts
