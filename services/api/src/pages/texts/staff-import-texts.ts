import type { Language } from '@silla/locale'

/** Texts of the page on which a salon imports its customers and bookings. */
export interface StaffImportTexts {
  title: string
  lead: string
  signedOut: string
  notAllowed: string
  noPasskey: string
  toAccount: string
  file: string
  kind: string
  source: string
  encoding: string
  dates: string
  matchNames: string
  remind: string
  columns: string
  columnsHint: string
  check: string
  recent: string
  again: string
  closeHint: string
  cancel: string
  cancelQuestion: string
  cancelHint: string
  goOn: string
  progress: string
  counts: string
  read: string
  ignored: string
  consent: string
  names: string
  namesHint: string
  checkAgain: string
  rows: string
  noRows: string
  more: string
  start: string
  download: string
  kinds: Record<string, string>
  sources: Record<string, string>
  encodings: Record<string, string>
  orders: Record<string, string>
  /** What the script shows. */
  script: {
    kinds: Record<string, string>
    states: Record<string, string>
    /** Of some rows. */
    outcomes: Record<string, string>
    /** Of one row. */
    rowOutcomes: Record<string, string>
    fields: Record<string, string>
    automatic: string
    tried: string
    show: string
    waiting: string
    done: string
    dryDone: string
    failed: string
    nothing: string
    line: string
    importRows: string
    rowsOf: string
    tooLarge: string
    notText: string
    leaveOut: string
    choose: string
    service: string
    professional: string
    withRows: string
    reportName: string
    follows: string
  }
}

export const staffImportTexts: Record<Language, StaffImportTexts> = {
  es: {
    title: 'Importar',
    lead: 'Trae las fichas y las citas de otro programa desde un archivo CSV: primero las fichas. No se envía ningún correo y no se importa ningún consentimiento.',
    signedOut: 'Inicia sesión para importar.',
    notAllowed: 'No tienes permiso para importar.',
    noPasskey: 'Para importar hace falta una llave de acceso. Añádela en tu página.',
    toAccount: 'Mi acceso',
    file: 'Archivo CSV',
    kind: 'Qué contiene',
    source: 'De qué programa viene',
    encoding: 'Codificación',
    dates: 'Las fechas como 04/03/2027',
    matchNames: 'Una cita sin correo ni teléfono es de la única ficha importada con ese nombre',
    remind: 'Recordar estas citas por correo, como las demás',
    columns: 'Columnas',
    columnsHint: 'Cambia solo las que no se reconozcan bien.',
    check: 'Comprobar',
    recent: 'Importaciones de las últimas 24 horas',
    again: 'Elegir otro archivo',
    closeHint: 'Puedes cerrar esta página: la importación sigue y aquí verás cómo va.',
    cancel: 'Cancelar la importación',
    cancelQuestion: '¿Cancelar la importación?',
    cancelHint:
      'Lo que ya se ha importado se queda. Si importas el archivo otra vez, continúa donde se quedó.',
    goOn: 'Seguir importando',
    progress: 'Progreso',
    counts: 'Resultado',
    read: 'Columnas leídas',
    ignored: 'No se importan',
    consent: 'El consentimiento no se importa nunca',
    names: 'Nombres que el salón no tiene',
    namesHint: 'Di cómo se llama aquí cada uno, o si se omiten sus filas.',
    checkAgain: 'Comprobar de nuevo',
    rows: 'Filas que conviene mirar',
    noRows: 'Ninguna.',
    more: 'Ver más',
    start: 'Importar',
    download: 'Descargar el informe',
    kinds: { clientes: 'Fichas de clientes', reservas: 'Citas' },
    sources: {
      generico: 'Otro, o una hoja de cálculo',
      fresha: 'Fresha',
      booksy: 'Booksy',
      square: 'Square',
      timely: 'Timely',
    },
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Europa occidental (windows-1252, Latin-1)',
      'windows-1256': 'Árabe (windows-1256)',
      'utf-16': 'UTF-16',
    },
    orders: { '': 'Según el país del salón', dma: 'Día, mes, año', mda: 'Mes, día, año' },
    script: {
      kinds: { clientes: 'Fichas', reservas: 'Citas' },
      states: {
        en_espera: 'En espera',
        en_curso: 'En curso',
        terminada: 'Terminada',
        fallida: 'Detenida',
      },
      outcomes: {
        creada: 'Nuevas',
        unida: 'Unidas a fichas que ya existen',
        sin_cambios: 'Ya importadas',
        repetida: 'Repetidas en el archivo',
        omitida: 'Omitidas',
        choque: 'La hora está ocupada',
        rechazada: 'Rechazadas',
      },
      rowOutcomes: {
        creada: 'Nueva',
        unida: 'Unida a una ficha que ya existe',
        sin_cambios: 'Ya importada',
        repetida: 'Repetida en el archivo',
        omitida: 'Omitida',
        choque: 'La hora está ocupada',
        rechazada: 'Rechazada',
      },
      fields: {
        id: 'Id',
        cliente_id: 'Id del cliente',
        nombre: 'Nombre completo',
        nombre_pila: 'Nombre',
        apellidos: 'Apellidos',
        email: 'Correo',
        telefono: 'Teléfono',
        idioma: 'Idioma',
        bloqueado: 'Bloqueado',
        inicio: 'Fecha y hora',
        fecha: 'Fecha',
        hora: 'Hora',
        fin: 'Fin',
        duracion: 'Duración',
        servicio: 'Servicio',
        profesional: 'Profesional',
        precio: 'Precio',
        estado: 'Estado',
        notas: 'Notas',
      },
      automatic: 'Automático',
      tried: 'comprobación',
      show: 'Ver',
      waiting: 'La importación está en espera.',
      done: 'La importación ha terminado.',
      dryDone: 'Comprobado: aún no se ha escrito nada.',
      failed: 'La importación se ha detenido.',
      nothing: 'No hay nada nuevo que importar.',
      line: 'Línea {line}',
      importRows: 'Importar (filas: {count})',
      rowsOf: 'Filas: {done} de {total}',
      tooLarge: 'El archivo es demasiado grande: se admiten hasta 20 MB. Divídelo en varios.',
      notText: 'Este archivo no se puede leer. Elige un archivo CSV.',
      leaveOut: 'Omitir sus filas',
      choose: 'Elige uno',
      service: 'Servicio',
      professional: 'Profesional',
      withRows: 'filas: {count}',
      reportName: 'informe-importacion.csv',
      follows: 'Hay otra importación en curso: es esta.',
    },
  },
  en: {
    title: 'Import',
    lead: 'Brings the customers and bookings of another product from a CSV file: customers first. No email is sent, and no consent is imported.',
    signedOut: 'Sign in to import.',
    notAllowed: 'You do not have the permission to import.',
    noPasskey: 'Importing needs a passkey. Add one on your page.',
    toAccount: 'My account',
    file: 'CSV file',
    kind: 'What it contains',
    source: 'Which product wrote it',
    encoding: 'Encoding',
    dates: 'Dates such as 04/03/2027',
    matchNames:
      'Match a booking without email and phone to the only imported customer with that name',
    remind: 'Remind customers of these bookings by email, as of others',
    columns: 'Columns',
    columnsHint: 'Change only those that are not recognized.',
    check: 'Check',
    recent: 'Imports of the last 24 hours',
    again: 'Choose another file',
    closeHint: 'You can close this page: the import goes on, and you see here how far it is.',
    cancel: 'Cancel the import',
    cancelQuestion: 'Cancel the import?',
    cancelHint:
      'What has been imported stays. When you import the file again, it goes on from there.',
    goOn: 'Go on importing',
    progress: 'Progress',
    counts: 'Result',
    read: 'Columns that are read',
    ignored: 'Not imported',
    consent: 'Consent is never imported',
    names: 'Names that the salon does not have',
    namesHint: 'Say what each is called here, or that its rows are left out.',
    checkAgain: 'Check again',
    rows: 'Rows to look at',
    noRows: 'None.',
    more: 'Show more',
    start: 'Import',
    download: 'Download the report',
    kinds: { clientes: 'Customers', reservas: 'Bookings' },
    sources: {
      generico: 'Another one, or a spreadsheet',
      fresha: 'Fresha',
      booksy: 'Booksy',
      square: 'Square',
      timely: 'Timely',
    },
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Western Europe (windows-1252, Latin-1)',
      'windows-1256': 'Arabic (windows-1256)',
      'utf-16': 'UTF-16',
    },
    orders: { '': "By the salon's country", dma: 'Day, month, year', mda: 'Month, day, year' },
    script: {
      kinds: { clientes: 'Customers', reservas: 'Bookings' },
      states: {
        en_espera: 'Waiting',
        en_curso: 'Running',
        terminada: 'Done',
        fallida: 'Stopped',
      },
      outcomes: {
        creada: 'New',
        unida: 'Merged with existing customers',
        sin_cambios: 'Imported before',
        repetida: 'Repeated in the file',
        omitida: 'Left out',
        choque: 'The time is taken',
        rechazada: 'Refused',
      },
      rowOutcomes: {
        creada: 'New',
        unida: 'Merged with an existing customer',
        sin_cambios: 'Imported before',
        repetida: 'Repeated in the file',
        omitida: 'Left out',
        choque: 'The time is taken',
        rechazada: 'Refused',
      },
      fields: {
        id: 'Id',
        cliente_id: 'Id of the customer',
        nombre: 'Full name',
        nombre_pila: 'First name',
        apellidos: 'Last name',
        email: 'Email',
        telefono: 'Phone',
        idioma: 'Language',
        bloqueado: 'Blocked',
        inicio: 'Date and time',
        fecha: 'Date',
        hora: 'Time',
        fin: 'End',
        duracion: 'Duration',
        servicio: 'Service',
        profesional: 'Professional',
        precio: 'Price',
        estado: 'Status',
        notas: 'Notes',
      },
      automatic: 'Automatic',
      tried: 'check',
      show: 'Show',
      waiting: 'The import is waiting.',
      done: 'The import has ended.',
      dryDone: 'Checked: nothing has been written yet.',
      failed: 'The import was stopped.',
      nothing: 'There is nothing new to import.',
      line: 'Line {line}',
      importRows: 'Import (rows: {count})',
      rowsOf: 'Rows: {done} of {total}',
      tooLarge: 'The file is too large: up to 20 MB are accepted. Split it into several files.',
      notText: 'This file cannot be read. Choose a CSV file.',
      leaveOut: 'Leave its rows out',
      choose: 'Choose one',
      service: 'Service',
      professional: 'Professional',
      withRows: 'rows: {count}',
      reportName: 'import-report.csv',
      follows: 'Another import is running: this one.',
    },
  },
  ar: {
    title: 'استيراد',
    lead: 'يجلب العملاء والحجوزات من برنامج آخر من ملف CSV: العملاء أولًا. لا تُرسل أي رسالة ولا تُستورد أي موافقة.',
    signedOut: 'سجّل الدخول للاستيراد.',
    notAllowed: 'ليست لديك صلاحية الاستيراد.',
    noPasskey: 'يحتاج الاستيراد إلى مفتاح مرور. أضفه في صفحتك.',
    toAccount: 'حسابي',
    file: 'ملف CSV',
    kind: 'محتوى الملف',
    source: 'البرنامج الذي كتبه',
    encoding: 'الترميز',
    dates: 'التواريخ مثل 04/03/2027',
    matchNames: 'الحجز بلا بريد ولا هاتف هو للعميل المستورد الوحيد بهذا الاسم',
    remind: 'تذكير العملاء بهذه المواعيد بالبريد كغيرها',
    columns: 'الأعمدة',
    columnsHint: 'غيّر فقط ما لم يُتعرّف عليه.',
    check: 'تحقّق',
    recent: 'عمليات الاستيراد في آخر 24 ساعة',
    again: 'اختيار ملف آخر',
    closeHint: 'يمكنك إغلاق هذه الصفحة: يستمر الاستيراد وسترى هنا تقدّمه.',
    cancel: 'إلغاء الاستيراد',
    cancelQuestion: 'هل تريد إلغاء الاستيراد؟',
    cancelHint: 'ما استُورد يبقى. إذا استوردت الملف مرة أخرى يستمر من حيث توقف.',
    goOn: 'متابعة الاستيراد',
    progress: 'التقدّم',
    counts: 'النتيجة',
    read: 'الأعمدة المقروءة',
    ignored: 'لا تُستورد',
    consent: 'لا تُستورد الموافقات أبدًا',
    names: 'أسماء غير موجودة في الصالون',
    namesHint: 'حدّد اسم كل منها هنا، أو استبعد صفوفه.',
    checkAgain: 'تحقّق مرة أخرى',
    rows: 'صفوف تستحق النظر',
    noRows: 'لا شيء.',
    more: 'عرض المزيد',
    start: 'استيراد',
    download: 'تنزيل التقرير',
    kinds: { clientes: 'العملاء', reservas: 'الحجوزات' },
    sources: {
      generico: 'برنامج آخر أو جدول بيانات',
      fresha: 'Fresha',
      booksy: 'Booksy',
      square: 'Square',
      timely: 'Timely',
    },
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'أوروبا الغربية (windows-1252, Latin-1)',
      'windows-1256': 'العربية (windows-1256)',
      'utf-16': 'UTF-16',
    },
    orders: { '': 'حسب بلد الصالون', dma: 'يوم، شهر، سنة', mda: 'شهر، يوم، سنة' },
    script: {
      kinds: { clientes: 'العملاء', reservas: 'الحجوزات' },
      states: {
        en_espera: 'في الانتظار',
        en_curso: 'قيد التنفيذ',
        terminada: 'انتهى',
        fallida: 'توقف',
      },
      outcomes: {
        creada: 'جديدة',
        unida: 'ضُمّت إلى عملاء موجودين',
        sin_cambios: 'مستوردة سابقًا',
        repetida: 'مكررة في الملف',
        omitida: 'مستبعدة',
        choque: 'الوقت محجوز',
        rechazada: 'مرفوضة',
      },
      rowOutcomes: {
        creada: 'جديد',
        unida: 'ضُمّ إلى عميل موجود',
        sin_cambios: 'مستورد سابقًا',
        repetida: 'مكرر في الملف',
        omitida: 'مستبعد',
        choque: 'الوقت محجوز',
        rechazada: 'مرفوض',
      },
      fields: {
        id: 'المعرّف',
        cliente_id: 'معرّف العميل',
        nombre: 'الاسم الكامل',
        nombre_pila: 'الاسم الأول',
        apellidos: 'اسم العائلة',
        email: 'البريد الإلكتروني',
        telefono: 'الهاتف',
        idioma: 'اللغة',
        bloqueado: 'محظور',
        inicio: 'التاريخ والوقت',
        fecha: 'التاريخ',
        hora: 'الوقت',
        fin: 'النهاية',
        duracion: 'المدة',
        servicio: 'الخدمة',
        profesional: 'المختص',
        precio: 'السعر',
        estado: 'الحالة',
        notas: 'ملاحظات',
      },
      automatic: 'تلقائي',
      tried: 'تحقّق',
      show: 'عرض',
      waiting: 'الاستيراد في الانتظار.',
      done: 'انتهى الاستيراد.',
      dryDone: 'تم التحقق: لم يُكتب شيء بعد.',
      failed: 'توقف الاستيراد.',
      nothing: 'لا جديد للاستيراد.',
      line: 'السطر {line}',
      importRows: 'استيراد (الصفوف: {count})',
      rowsOf: 'الصفوف: {done} من {total}',
      tooLarge: 'الملف كبير جدًا: الحد الأقصى 20 ميغابايت. قسّمه إلى عدة ملفات.',
      notText: 'تعذّرت قراءة هذا الملف. اختر ملف CSV.',
      leaveOut: 'استبعاد صفوفه',
      choose: 'اختر واحدًا',
      service: 'الخدمة',
      professional: 'المختص',
      withRows: 'الصفوف: {count}',
      reportName: 'import-report.csv',
      follows: 'هناك استيراد آخر قيد التنفيذ: هذا هو.',
    },
  },
}
