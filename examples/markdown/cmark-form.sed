# Writes HTML of lowdown as cmark writes it. It may fold only differences that a browser doesn't show.

# A quote in a text is &quot;. Quotes in a tag are line feeds meanwhile, which no line contains.
:tag
s/\(<[^<>"]*\)"\([^<>"]*\)"/\1\
\2\
/
t tag
s/"/\&quot;/g
y/\n/"/

s|<hr/>$|<hr />|
s|<br/>$|<br />|

# Later versions of lowdown make code reachable with the keyboard.
s|<pre tabindex="0">|<pre>|

# Blank lines between blocks make no difference. In code, they do.
/<pre>/,/<\/pre>/! {
  /^$/d
}

# A block in a list item is on a line of its own.
s|<li><p>|<li>\
<p>|
s|</p></li>$|</p>\
</li>|
s|</\([ou]l\)></li>$|</\1>\
</li>|
