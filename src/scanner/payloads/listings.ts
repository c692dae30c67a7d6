/** How servers title the listing of a folder; the first group is the folder's path. */
export const LISTING_TITLES: readonly Readonly<{ server: string; title: RegExp }>[] = [
  { server: 'Apache or nginx', title: /<title>Index of ([^<]{1,500})<\/title>/i },
  { server: 'IIS', title: /<title>[\w.:[\]-]{1,200} - (\/[^<]{0,500})<\/title>/i },
  { server: 'Tomcat', title: /<title>Directory Listing For \[([^\]<]{1,500})\]<\/title>/i },
  { server: 'Python', title: /<title>Directory listing for ([^[<]{1,500})<\/title>/i },
  { server: 'Jetty', title: /<title>Directory: ([^<]{1,500})<\/title>/i },
  { server: 'serve-index', title: /<title>listing directory ([^<]{1,500})<\/title>/i },
]
