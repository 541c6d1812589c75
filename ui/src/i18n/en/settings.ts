export default {
	"settings.title": "Settings",
	"settings.theme": "Theme",
	"settings.theme.system": "As the system",
	"settings.theme.light": "Light",
	"settings.theme.dark": "Dark",
	"settings.language": "Language",
	"settings.library": "Library file",
	"settings.version": "Version",
	"settings.provider": "Provider",
	"settings.check": "Check every hash and quote",
	"settings.log": "Open the log folder",
	"settings.copies": "Copies of the library",
} as const;
