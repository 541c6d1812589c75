export default {
	"settings.title": "Settings",
	"settings.theme": "Theme",
	"settings.theme.system": "As the system",
	"settings.theme.light": "Light",
	"settings.theme.dark": "Dark",
	"settings.language": "Language",
	"settings.scans": "Read scanned pages",
	"settings.scans.hint":
		"With the Tesseract on this computer ({{languages}}). It takes a few seconds a page and can misread words. It counts for documents that you add from now on.",
	"settings.scans.none": "Install Tesseract to read pages that are pictures. Nothing is sent anywhere.",
	"settings.library": "Library file",
	"settings.version": "Version",
	"settings.provider": "Provider",
	"settings.providers": "Change provider",
	"settings.check": "Check every hash and quote",
	"settings.log": "Open the log folder",
	"settings.copies": "Copies of the library",
} as const;
