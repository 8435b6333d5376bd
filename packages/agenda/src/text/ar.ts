import type { Texts } from './es.ts'

const texts: Texts = {
  loading: 'جارٍ التحميل…',
  close: 'إغلاق',
  retry: 'إعادة المحاولة',
  offline: 'لا يوجد اتصال. تُعاد المحاولة تلقائيًا.',
  busy: 'طلبات كثيرة في وقت واحد. تُعاد المحاولة تلقائيًا.',
  unavailable: 'الخدمة لا تستجيب. تُعاد المحاولة تلقائيًا.',
  failed: 'حدث خطأ ما. حاول مرة أخرى.',

  session: {
    ended: 'انتهت جلستك. سجّل الدخول مرة أخرى للمتابعة.',
    signIn: 'تسجيل الدخول',
  },

  menu: {
    label: 'القائمة',
    shortcuts: 'اختصارات بمفتاح واحد',
    account: 'حسابك',
    signOut: 'تسجيل الخروج',
  },

  views: {
    label: 'طرق العرض',
    dia: 'اليوم',
  },

  day: {
    today: 'اليوم الحالي',
    previous: 'اليوم السابق',
    next: 'اليوم التالي',
    gridOf: 'جدول {date}',
    keys: 'الأسهم: التنقل. الإدخال: فتح.',
    visits: {
      zero: 'لا مواعيد',
      one: 'موعد واحد',
      two: 'موعدان',
      few: '{n} مواعيد',
      many: '{n} موعدًا',
      other: '{n} موعد',
    },
    off: 'لا يعمل',
    blocked: 'محجوب',
    held: 'قيد الحجز الآن',
    firstVisit: 'أول زيارة',
    hasNotes: 'توجد ملاحظات',
    awaitsPayment: 'بانتظار الدفع',
    closed: 'مغلق',
    partlyClosed: 'إغلاق جزئي',
  },

  states: {
    pendiente: 'بانتظار التأكيد',
    confirmada: 'مؤكد',
    completada: 'تم',
    no_show: 'لم يحضر',
  },
}

export default texts
